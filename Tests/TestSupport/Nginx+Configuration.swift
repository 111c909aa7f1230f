import Foundation

extension Nginx {
  /// What nginx is told. Paths are relative to its folder.
  static func configuration(ports: [Site: UInt16]) -> String {
    let sites = Site.allCases.compactMap { site in
      ports[site].map { server(site, port: $0) }
    }
    return """
      daemon off;
      \(user)
      pid nginx.pid;
      error_log stderr notice;
      worker_processes 1;
      events { worker_connections 2048; }

      http {
        default_type application/octet-stream;
        types { application/json json; application/x-ndjson ndjson; text/plain txt; }
        log_format tests '\(logFormat)';
        access_log access.log tests;
        client_body_temp_path temporary/body;
        proxy_temp_path temporary/proxy;
        fastcgi_temp_path temporary/fastcgi;
        uwsgi_temp_path temporary/uwsgi;
        scgi_temp_path temporary/scgi;
        keepalive_requests 1000000;
        gzip_types application/json application/x-ndjson;
        gzip_min_length 0;
        ssl_session_cache shared:tests:1m;

      \(sites.joined(separator: "\n"))
      }
      """
  }

  /// A server started by root gives its workers to a user that cannot read our folder.
  private static var user: String { geteuid() == 0 ? "user root;" : "" }

  private static func server(_ site: Site, port: UInt16) -> String {
    """
      server {
        listen 127.0.0.1:\(port)\(site.listenOptions);
        \(site.options)
        root root;
        location /gzip/ { alias root/; gzip on; }
      }
    """
  }
}

extension Nginx.Site {
  fileprivate var listenOptions: String {
    switch self {
    case .plain: ""
    case .secure, .clientsOnly, .tls1_2Only, .tls1_3Only: " ssl http2"
    case .withoutKeepAlive, .expired, .otherHost, .selfSigned: " ssl"
    }
  }

  fileprivate var options: String {
    switch self {
    case .plain: ""
    case .secure: certificate(.good)
    case .withoutKeepAlive: certificate(.good) + " keepalive_timeout 0;"
    case .expired: certificate(.expired)
    case .otherHost: certificate(.otherHost)
    case .selfSigned: certificate(.selfSigned)
    case .clientsOnly:
      certificate(.good)
        + " ssl_verify_client on; ssl_client_certificate certificates/authority.pem;"
    case .tls1_2Only: certificate(.good) + " ssl_protocols TLSv1.2;"
    case .tls1_3Only: certificate(.good) + " ssl_protocols TLSv1.3;"
    }
  }

  private func certificate(_ kind: Certificates.Kind) -> String {
    "ssl_certificate certificates/\(kind).pem; ssl_certificate_key certificates/\(kind).key;"
  }
}
