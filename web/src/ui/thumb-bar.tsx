import type { ReactNode } from 'react'

type ThumbBarProps = {
  /** On a phone, beside the button. */
  words: ReactNode
  more?: ReactNode
  /** Above the button, where the eye is. */
  problem: ReactNode
  /** The button. */
  children: ReactNode
}

/** The act of a long page: at the foot of a phone's screen, and in its place on a wider one. */
export const ThumbBar = ({ words, more, problem, children }: ThumbBarProps) => (
  <div className="thumb-bar">
    {problem}
    <div className="thumb-bar__row">
      <p className="thumb-bar__words">
        <b className="block">{words}</b>
        <span className="text-14 text-ink-2">{more}</span>
      </p>
      {children}
    </div>
  </div>
)
