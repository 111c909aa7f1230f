import ArgumentParser

/// Whether requests are only shown.
struct PreviewOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Print method, URL and fields of each request, and send nothing. What --header gives may be a "
        + "secret: its value is left out, as the token is. The URL is printed as it is."
    )
  )
  var dryRun = false

  @Flag(
    help: ArgumentHelp(
      "Print each request as a curl command, and send nothing. What --header gives is left out here, "
        + "too; the token of --bearer-token-env is put in by the shell."
    )
  )
  var writeCurl = false

  func validate() throws {
    guard !dryRun || !writeCurl else {
      throw ValidationError("--dry-run and --write-curl exclude each other: give one.")
    }
  }

  var isOn: Bool { dryRun || writeCurl }

  /// What stands for the transport; nil: requests are sent.
  func transport(_ connection: ConnectionOptions, _ pace: PaceOptions, tokenVariable: String?)
    -> DryRun?
  {
    guard isOn else { return nil }
    guard writeCurl else { return DryRun(text: DryRun.lines) }
    let time = "\(pace.timeout.duration / .seconds(1))"
    let command = CurlCommand(
      options: connection.curlOptions + ["--max-time", time], tokenVariable: tokenVariable)
    return DryRun(text: command.text)
  }
}
