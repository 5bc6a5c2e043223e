import type { ReactNode } from 'react'

/** A lesser act, as words in the text. */
export const TextButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    className="min-h-11 justify-self-start text-14 text-action underline underline-offset-4"
    onClick={onClick}
  >
    {children}
  </button>
)
