import type { ComponentProps, ReactNode } from 'react'
import { ApiError } from './api.ts'
import { BadLink } from './bad-link.tsx'
import { LoadProblem } from './load-problem.tsx'
import { problemText } from './problem-texts.ts'

type LinkProblemProps = ComponentProps<typeof LoadProblem> & {
  /** The way on from a link that will never work. */
  children: ReactNode
}

const REFUSED = [404, 410]
/** A link that lost its end on the way: no service takes its token. */
const CUT_OFF = 400

/** The problem of a mail's link, in place of its content. Another try of a link that is unknown or over would say the same. */
export function LinkProblem({ children, of, wordsOf = problemText }: LinkProblemProps) {
  if (of.error instanceof ApiError && of.error.status === CUT_OFF)
    return <BadLink text="Please open the link in the email we sent you.">{children}</BadLink>
  if (!(of.error instanceof ApiError) || !REFUSED.includes(of.error.status))
    return <LoadProblem of={of} wordsOf={wordsOf} />
  const { title, text } = wordsOf(of.error)
  return (
    <BadLink title={title} text={text}>
      {children}
    </BadLink>
  )
}
