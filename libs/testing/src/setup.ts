import { afterEach } from 'vitest'
import { takeUndeclaredAnswers } from './undeclared-answers.ts'

/** Clients rely on the refusals that a route declares: a test in which a service answers another one fails. */
afterEach(() => {
  const undeclared = takeUndeclaredAnswers()
  if (undeclared.length > 0)
    throw new Error(`A route answers what it does not declare: ${undeclared.join(', ')}`)
})
