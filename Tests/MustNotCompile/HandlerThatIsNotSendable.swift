// expect: mutation of captured var 'name' in concurrently-executing code
import ProductClient

func load(with loader: ProductLoader<Product>) {
  var name = ""
  loader.loadProduct(withID: "1") { result in
    name = (try? result.get().name) ?? ""
  }
  print(name)
}
