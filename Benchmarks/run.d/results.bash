# What a run says at its end. Sourced by `run`.

results() {
  cat << END
# Results

Written by \`Benchmarks/run$arguments\`; [README.md](README.md) tells how to read it.

$("$here/summarize" "$folder/measurements.tsv" "$folder/$plot")

## Where and with what

- Day: $(date -u +%Y-%m-%d), commit $commit, load average at the start $load_average
- Machine: $(nproc) cores, $(cpu_model)
- System: $(system_name), kernel $(uname -r)
- Swift: $(swift --version 2> /dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
- libcurl: $("$floor" --version)
- curl: $(curl --disable --version | sed -n 's/^curl \([^ ]*\).*/\1/p')
- nginx: $(PATH="$PATH:/usr/sbin:/sbin" nginx -v 2>&1 | sed 's/.*nginx\///')$(peer_versions)
END
}

# URLSession is Swift's own.
peer_versions() {
  if ((!with_peers)); then return; fi
  python3 - "$here/Peers/Package.resolved" << 'END'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    pins = {pin["identity"]: pin["state"].get("version", "?") for pin in json.load(file)["pins"]}
for peer in ("async-http-client", "swift-nio", "swift-nio-ssl", "swift-nio-http2"):
    print(f"\n- {peer}: {pins[peer]}", end="")
END
}

cpu_model() {
  sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1
}

system_name() {
  # shellcheck source=/dev/null
  (. /etc/os-release && echo "$PRETTY_NAME")
}
