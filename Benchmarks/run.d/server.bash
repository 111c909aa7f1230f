# The servers that are loaded from: an nginx over HTTP/1.1 and over HTTP/2 with TLS, and one that
# holds requests. Sourced by `run`; they live in `folder`.

server=
slow_server=

start_server() {
  local attempt
  make_certificate
  for attempt in 1 2 3 4 5; do
    plain_port=$(free_port)
    secure_port=$(free_port)
    write_configuration
    PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin" \
      nginx -p "$folder" -c nginx.conf 2> "$folder/nginx.log" &
    server=$!
    if server_answers; then return; fi
    stop_server
  done
  cat "$folder/nginx.log" >&2
  fail "nginx does not start: see above."
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# It vouches for itself; the programs are told to trust it, and nobody else.
make_certificate() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
    -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
    -keyout "$folder/key.pem" -out "$folder/certificate.pem" 2> "$folder/openssl.log" \
    || { cat "$folder/openssl.log" >&2 && fail "openssl makes no certificate: see above."; }
}

# One worker leaves the other cores to the client, whose cost is the question. What does not speak
# HTTP/2 where it should fails, so that no row says HTTP/2 and means something else.
write_configuration() {
  local user=
  # A server started by root gives its worker to a user that cannot read our folder.
  if ((EUID == 0)); then user="user root;"; fi
  mkdir -p "$folder/temporary"
  cat > "$folder/nginx.conf" << END
daemon off;
$user
pid nginx.pid;
error_log stderr error;
worker_processes 1;
worker_rlimit_nofile $(ulimit -n);
events { worker_connections $(ulimit -n); multi_accept on; }

http {
  default_type application/octet-stream;
  types { application/json json; }
  access_log off;
  client_body_temp_path temporary/body;
  proxy_temp_path temporary/proxy;
  fastcgi_temp_path temporary/fastcgi;
  uwsgi_temp_path temporary/uwsgi;
  scgi_temp_path temporary/scgi;
  keepalive_requests 1000000000;
  keepalive_timeout 600;
  sendfile on;
  open_file_cache max=2000;

  server {
    listen 127.0.0.1:$plain_port backlog=8192;
    root .;
    # Each product goes by many names, for who has more in flight than there are products.
    location /many/ { rewrite "^/many(/products/.{36}).*" \$1.json break; }
  }

  server {
    listen 127.0.0.1:$secure_port ssl http2 backlog=8192;
    ssl_certificate certificate.pem;
    ssl_certificate_key key.pem;
    http2_max_concurrent_streams 256;
    if (\$server_protocol != HTTP/2.0) { return 505; }
    root .;
  }
}
END
}

# nginx writes its process id once it listens.
server_answers() {
  local attempt
  for ((attempt = 0; attempt < 100; attempt++)); do
    if [[ -s $folder/nginx.pid ]]; then return 0; fi
    kill -0 "$server" 2> /dev/null || return 1
    sleep 0.05
  done
  return 1
}

stop_server() {
  kill -TERM "$server" 2> /dev/null || true
  wait "$server" 2> /dev/null || true
  server=
}

# start_slow_server HELD: answers when so many wait.
start_slow_server() {
  local attempt
  rm -f "$folder/slow-server.log"
  "$here/slow-server" "$folder" "$1" > "$folder/slow-server.log" &
  slow_server=$!
  for ((attempt = 0; attempt < 100; attempt++)); do
    if [[ -s $folder/slow-server.log ]]; then
      slow_port=$(head -n 1 "$folder/slow-server.log")
      return
    fi
    sleep 0.05
  done
  fail "The slow server does not start."
}

stop_slow_server() {
  kill -TERM "$slow_server" 2> /dev/null || true
  wait "$slow_server" 2> /dev/null || true
  slow_server=
}

stop_servers() {
  if [[ -n $server ]]; then stop_server; fi
  if [[ -n $slow_server ]]; then stop_slow_server; fi
}
