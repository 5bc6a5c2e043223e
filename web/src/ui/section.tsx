import { useId, type ReactNode } from 'react'

/** One subject of a page of settings: what it is about beside what can be done. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 border-t border-line py-8 md:grid-cols-[280px_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-2">
        <h2 id={id} className="text-22! leading-7!">
          {title}
        </h2>
        <p className="text-14 text-ink-2">{text}</p>
      </div>
      <div className="grid max-w-120 content-start gap-4">{children}</div>
    </section>
  )
}
