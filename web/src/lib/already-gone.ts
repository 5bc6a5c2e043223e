import type { ProblemCodeOf } from '@walkon/contracts/http/problem-codes'
import { ApiError } from './api.ts'

/** Resolves, too, if the thing to delete is gone already, as by another tab: the refusal has this code. */
export async function unlessGone(
  deletion: Promise<unknown>,
  code: ProblemCodeOf<'planner' | 'flights'>,
): Promise<void> {
  try {
    await deletion
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== code) throw error
  }
}
