# The parts of a run: in each round of a part, its programs do the same work in turn. Sourced by
# `run`. The first row of a part is what its other rows are compared with.

# measured NAME PROGRAM [ARGUMENT...]: a row of the part, at a point where it has several.
measured() {
  local printed
  printed=$("${@:2}") || fail "$1 failed: numbers of loads that fail mean nothing."
  say "  $1${point:+, $point}: $printed"
  printf '%s\t%d\t%s\t%s\t%s\n' "$part" "$round" "${point:--}" "$1" "$printed" \
    >> "$folder/measurements.tsv"
}

# repeat PART [ROUNDS]
repeat() {
  local part=$1 round point= most=${2:-$rounds}
  if ! wants "$part"; then return; fi
  for ((round = 1; round <= most; round++)); do
    say "$part, round $round of $most"
    "${part}_round"
  done
}

# So many loads for a slow program, that it does not make a run long: cost per load is what counts.
fewer() {
  local some=$((loads / $1))
  echo $((some > 1000 ? some : 1000))
}

# MARK: - Loads per second and CPU, over HTTP/1.1 and HTTP/2

http1_round() {
  local place=("$plain" "$folder/few-ids.txt")
  all_at_once "${place[@]}"
  measured "ours over URLSession" "$ours" "${place[@]}" "$(fewer 10)" "$concurrency" \
    --transport urlsession
  if ((!with_peers)); then return; fi
  measured "URLSession" "$peers/peer-urlsession" "${place[@]}" "$(fewer 10)" "$concurrency"
}

# What URLSession trusts on Linux is the system's alone, so it is not here.
http2_round() {
  all_at_once "$secure" "$folder/few-ids.txt" --cacert "$folder/certificate.pem"
}

# all_at_once BASE IDS-FILE [--cacert FILE]
all_at_once() {
  local place=("$1" "$2") trust=("${@:3}")
  local many=("${place[@]}" "$loads" "$concurrency" "${trust[@]}")
  measured "libcurl alone, in C (the floor)" "$floor" "${many[@]}"
  measured "ours, \`Product\`" "$ours" "${many[@]}"
  measured "ours, a model of one's own" "$ours" "${many[@]}" --model decodable
  measured "ours, \`Product\`, with async" "$ours" "${many[@]}" --variant async
  measured "our transport alone, and decoding" "$ours" "${many[@]}" --variant exchange
  measured "product-cli get, as NDJSON" "$here/measure" "$loads" "$cli" get \
    --ids-file "$folder/all-ids.txt" --format ndjson --concurrency "$concurrency" "${trust[@]}" \
    --url-template "$1/products/{id}.json"
  curl_config "$1" "$(fewer 5)" > "$folder/curl-config.txt"
  measured "curl --parallel" "$here/measure" "$(fewer 5)" curl --disable --no-progress-meter \
    --fail --parallel --parallel-max "$concurrency" "${trust[@]}" \
    --config "$folder/curl-config.txt"
  if ((!with_peers)); then return; fi
  measured "async-http-client" "$peers/peer-async-http-client" "${place[@]}" "$(fewer 5)" \
    "$concurrency" "${trust[@]}"
}

# curl_config BASE COUNT
curl_config() {
  head -n "$2" "$folder/all-ids.txt" \
    | sed "s|.*|url = \"$1/products/&.json\"\noutput = \"/dev/null\"|"
}

# MARK: - One at a time

latency_round() {
  local place=("$plain" "$folder/few-ids.txt" "$(fewer 5)" 1)
  measured "libcurl alone, in C (the floor)" "$floor" "${place[@]}"
  measured "ours, \`Product\`" "$ours" "${place[@]}"
  measured "ours, a model of one's own" "$ours" "${place[@]}" --model decodable
  measured "ours, \`Product\`, with async" "$ours" "${place[@]}" --variant async
  measured "our transport alone, and decoding" "$ours" "${place[@]}" --variant exchange
  if ((!with_peers)); then return; fi
  measured "async-http-client" "$peers/peer-async-http-client" "${place[@]}"
  measured "URLSession" "$peers/peer-urlsession" "$plain" "$folder/few-ids.txt" "$(fewer 25)" 1
}

# MARK: - Memory of loads in flight

memory_round() {
  measured "libcurl alone, in C (the floor)" held "$in_flight" "$floor"
  measured "ours, \`Product\`" held "$in_flight" "$ours"
  measured "ours, a model of one's own" held "$in_flight" "$ours" --model decodable
  # What URLSession takes of time grows with the square of the number.
  measured "ours over URLSession" held $((in_flight / 10)) "$ours" --transport urlsession
  if ((!with_peers)); then return; fi
  measured "async-http-client" held "$in_flight" "$peers/peer-async-http-client"
  measured "URLSession" held $((in_flight / 10)) "$peers/peer-urlsession"
}

# held COUNT PROGRAM [ARGUMENT...]: so many loads, of which none ends before all are in flight.
held() {
  local status=0
  start_slow_server "$1"
  "$2" "http://127.0.0.1:$slow_port" "$folder/ids.txt" "$1" "$1" "${@:3}" || status=$?
  stop_slow_server
  # Once, all of them: else some were answered while others had not begun.
  if [[ $(grep -c "^held $1$" "$folder/slow-server.log") != 1 ]]; then status=1; fi
  return "$status"
}

# MARK: - Whole programs

get_round() {
  local id
  id=$(head -n 1 "$folder/ids.txt")
  measured "curl" "$here/measure" --times 30 1 curl --disable --silent --show-error --fail \
    --output /dev/null "$plain/products/$id.json"
  measured "product-cli get" "$here/measure" --times 30 1 "$cli" get "$id" --format ndjson \
    --url-template "$plain/products/{id}.json"
}

# Each round has a folder of its own: ext4 is slow to make files where as many were just removed.
catalogue_round() {
  local files=$folder/files-$round
  head -n 5000 "$folder/ids.txt" > "$folder/catalogue-ids.txt"
  mkdir "$files"
  sed "s|.*|url = \"$plain/products/&.json\"\noutput = \"$files/&.json\"|" \
    "$folder/catalogue-ids.txt" > "$folder/curl-config.txt"
  measured "curl --parallel, to files" "$here/measure" 5000 curl --disable --no-progress-meter \
    --fail --parallel --parallel-max 64 --config "$folder/curl-config.txt"
  measured "product-cli get, to NDJSON" "$here/measure" --output "$files/all.ndjson" 5000 \
    "$cli" get --ids-file "$folder/catalogue-ids.txt" --format ndjson --concurrency 64 \
    --url-template "$plain/products/{id}.json"
  if [[ $(wc -l < "$files/all.ndjson") != 5000 ]]; then fail "Not every product is there."; fi
}

# MARK: - As the work grows

# No two loads of a run are of the same product: ours would share one exchange.
concurrency_round() {
  local point place count
  for point in $concurrencies; do
    count=$((point * 5 > growth_loads ? point * 5 : growth_loads))
    place=("$plain/many" "$folder/many-ids.txt" "$count" "$point")
    measured "libcurl alone, in C (the floor)" "$floor" "${place[@]}"
    measured "ours, \`Product\`" "$ours" "${place[@]}"
    if ((with_peers)); then
      measured "async-http-client" "$peers/peer-async-http-client" "${place[@]}"
    fi
  done
}

length_round() {
  local point place
  for point in $lengths; do
    place=("$plain" "$folder/few-ids.txt" "$point" "$concurrency")
    measured "libcurl alone, in C (the floor)" "$floor" "${place[@]}"
    measured "ours, \`Product\`" "$ours" "${place[@]}"
  done
}

# MARK: - Without a network

micro_round() {
  piece "decoding by Foundation's \`JSONDecoder\`" decode-json
  piece "decoding \`Product\`" decode
  piece "decoding a model of one's own" decode-own
  piece "a load of \`Product\`, on a serial queue" load
  piece "… handed over at once, without the queue" load-at-once
  piece "… with async, without the queue" load-async
  piece "a load of a model of one's own, on a serial queue" load-own
  piece "a closure on a serial queue, and nothing else" queue
}

piece() {
  measured "$1" "$here/.build/release/micro-benchmark" "$2" "$product" "$((loads * 2))"
}

# In turns within one process, many times: no rounds of its own.
stages_round() {
  measured "the stages" "$root/.build-prove/release/stage-cost" "$plain" "$folder/few-ids.txt" \
    $((loads * 4)) "$concurrency"
}
