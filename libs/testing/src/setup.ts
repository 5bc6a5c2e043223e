import { afterEach } from 'vitest'
import { takeUndeclaredAnswers } from './undeclared-answers.ts'

/** Clients branch on the codes that a route declares: a test in which a service answers another code fails. */
afterEach(() => {
  const undeclared = takeUndeclaredAnswers()
  if (undeclared.length > 0)
    throw new Error(`A route answers a code that it does not declare: ${undeclared.join(', ')}`)
})
