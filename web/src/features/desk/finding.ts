import type { ShapeName } from '../../ui/shape.tsx'

/** A question that this visitor is likely to ask, with its answer from the rows of the time line. */
export type Finding = {
  /** As the visitor says it. */
  asked: string
  answer: string
  /** The act that puts it right, where there is one. */
  actName?: string
}

/** One of the three likeliest questions, answered unasked: a figure, and words that can be read out. */
export type Likeliest = {
  figure: string
  unit: string
  label: string
  shape: ShapeName
  /** As the visitor says it. */
  asked: string
  answer: string
}
