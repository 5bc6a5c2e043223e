import type { ReactNode } from 'react'
import { isShown, type Audience } from '../lib/offers.ts'
import { Icon } from '../ui/icon.tsx'

type Fold = { title: string; text?: ReactNode; for?: Audience | undefined }

/** Topics by their titles, each opened by a tap. */
export const Folds = ({ topics }: { topics: Fold[] }) => (
  <div className="max-w-180 border-b border-line">
    {topics.filter(isShown).map(({ title, text }) => (
      <details key={title} className="group border-t border-line">
        <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-display text-18 leading-6 font-bold [&::-webkit-details-marker]:hidden">
          {title}
          <span className="group-open:rotate-180">
            <Icon name="down" />
          </span>
        </summary>
        <p className="max-w-[62ch] pb-5">{text}</p>
      </details>
    ))}
  </div>
)
