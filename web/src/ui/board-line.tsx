import type { ReactNode } from 'react'
import { Shape, type ShapeName } from './shape.tsx'

/** How much room a line gets: 1 is the best that can be had, 4 is nothing to have. */
export type Look = { band: ShapeName; word: string; room: 1 | 2 | 3 | 4 }

type BoardLineProps = {
  look: Look
  /** The number and its unit; without it the shape takes its place. */
  number?: ReactNode
  name: ReactNode
  /** One line below the name. */
  meta?: ReactNode
  /** Acts, at the end of the line. */
  acts?: ReactNode
}

/** A line of a board about something other than a ride's wait: the number left, then name and one line, then acts. */
export const BoardLine = ({ look: { band, word, room }, number, name, meta, acts }: BoardLineProps) => (
  <div className={`ride ride--${room} band-${band} min-h-20`}>
    <span className="ride__wait min-w-24">
      <span className="ride__num">
        {number ? (
          <span className="num" translate="no">
            {number}
          </span>
        ) : (
          <Shape name={band} />
        )}
      </span>
      <span className="ride__band">
        {number && word && <Shape name={band} />}
        {word}
      </span>
    </span>
    <span className="ride__what">
      <span className="ride__name" translate="no">
        {name}
      </span>
      <span className="ride__meta">{meta}</span>
    </span>
    {acts && <span className="ride__acts">{acts}</span>}
  </div>
)
