import { afterEach, expect } from 'vitest'
import { takeUndeclaredAnswers } from './undeclared-answers.ts'

/** A client branches on the codes that a route declares: a test that meets another code fails. */
afterEach(() => {
  expect(takeUndeclaredAnswers(), 'problems that their routes do not declare').toEqual([])
})
