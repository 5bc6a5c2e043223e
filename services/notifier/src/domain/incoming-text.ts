/** A text that came to our number. */
export type IncomingText = {
  kind: 'replied'
  number: string
  text: string
  providerId: string
  /** What the provider took it for and has answered by itself; null where it left the text to us. */
  handledAs: Keyword | null
}

/** The words that every sender of texts must understand (CTIA). */
export type Keyword = 'stop' | 'start' | 'help'
