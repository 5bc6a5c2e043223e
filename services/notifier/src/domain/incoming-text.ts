/** A text that came to our number. */
export type IncomingText = { kind: 'replied'; number: string; text: string; providerId: string }
