/** A text that came to our number. */
export type IncomingText = {
  kind: 'replied'
  number: string
  text: string
  providerId: string
  /** The keyword that the provider has answered by itself; null if it left the text to us. */
  handledAs: Keyword | null
}

/** The words that every sender of texts must understand (CTIA). */
export type Keyword = 'stop' | 'start' | 'help'
