import type { ReactNode } from 'react'
import { isShown, type Audience } from '../lib/offers.ts'

export type Topic = { title: string; text: ReactNode; for?: Audience }

/** A page of words: each topic with its title, side by side where there is room. */
export function Topics({ topics }: { topics: Topic[] }) {
  return (
    <div className="grid gap-6">
      {topics.filter(isShown).map(({ title, text }) => (
        <section
          key={title}
          className="grid gap-x-12 gap-y-1 border-t border-line pt-4 md:grid-cols-[320px_minmax(0,1fr)]"
        >
          <h2 className="text-22 leading-7">{title}</h2>
          <p className="lede">{text}</p>
        </section>
      ))}
    </div>
  )
}
