/** A question that this visitor is likely to ask, with its answer from the rows of the time line. */
export type Finding = {
  /** As the visitor says it. */
  asked: string
  answer: string
  /** The act that puts it right, where there is one. */
  actName?: string
}
