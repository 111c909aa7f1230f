# What the measured programs need, and how they are built. Sourced by `run` and `instructions`.

# What it takes to build any of them.
need_for_build() {
  require_swift
  need_toolchain_libraries
  need_c_toolchain
  need_curl_headers
  need_program git git git
  need_certificates
  need_program python3 python3 python
}

# swift_build PACKAGE [ARGUMENT...]: quiet unless it fails. `folder` takes its log.
swift_build() {
  local package=$1 status=0
  # Else files that came to a package that this one names by its path would not be noticed.
  rm -f "$package/.build/release.yaml"
  touch "$package/Package.swift"
  swift build --package-path "$package" --scratch-path "$package/.build" --configuration release \
    "${@:2}" < /dev/null > "$folder/build.log" 2>&1 || status=$?
  if ((status != 0)); then
    cat "$folder/build.log" >&2
    fail "The build failed: see above."
  fi
}
