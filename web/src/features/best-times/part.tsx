import { useId, type ReactNode } from 'react'

type PartProps = { sentence: string; note?: ReactNode; children: ReactNode }

/** One chart of a ride: its content in a sentence, then the picture. */
export function Part({ sentence, note, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
      <div className="grid gap-1">
        <h2 id={id} className="text-22 leading-7 text-balance">
          {sentence}
        </h2>
        {note && <p className="text-ink-2">{note}</p>}
      </div>
      {children}
    </section>
  )
}
