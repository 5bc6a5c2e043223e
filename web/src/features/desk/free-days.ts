import { counted } from './counted.ts'
import type { Visitor } from './visitor.ts'

/** Says how many days the member who reads may give the visitor, before an act is refused. Null for an admin, who has no limit. Pure. */
export function freeDaysWords({ giftDays }: Pick<Visitor, 'giftDays'>): string | null {
  if (giftDays === null) return null
  return giftDays > 0
    ? `You can give ${counted(giftDays, 'free day')} now. An admin gives more.`
    : 'You are at your limit of free days: an admin gives them.'
}
