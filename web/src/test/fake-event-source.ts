/** The browser's EventSource, spoken by the test in the server's place. */
export class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = []
  readonly url: string
  isClosed = false

  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }

  close(): void {
    this.isClosed = true
  }

  say(kind: string, data: unknown): void {
    this.dispatchEvent(
      new MessageEvent(kind, { data: typeof data === 'string' ? data : JSON.stringify(data) }),
    )
  }

  fail(): void {
    this.dispatchEvent(new Event('error'))
  }
}
