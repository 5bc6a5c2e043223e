import type { Caller } from '../../lib/api.ts'
import { listAccountActs } from './account-acts.ts'
import type { ActGroup } from './act.ts'
import { listMessageActs, listStoppingActs } from './message-acts.ts'
import { listMoneyActs, listReceiptActs } from './money-acts.ts'
import { listStaffActs } from './staff-acts.ts'
import type { Visitor } from './visitor.ts'

/** Lists the acts that fit this visitor now, by subject. */
export const listActs = (
  caller: Caller,
  visitor: Visitor,
  { today, isAdmin }: { today: string; isAdmin: boolean },
): ActGroup[] =>
  [
    { heading: 'Money and passes', acts: listMoneyActs(caller, visitor, today) },
    { heading: 'Messages', acts: listMessageActs(caller, visitor) },
    { heading: 'Receipts', acts: listReceiptActs(caller, visitor), isSeldom: true as const },
    { heading: 'Stopping mails', acts: listStoppingActs(caller, visitor), isSeldom: true as const },
    { heading: 'Account and data', acts: listAccountActs(caller, visitor, isAdmin), isSeldom: true as const },
    { heading: 'Roles', acts: isAdmin ? listStaffActs(caller, visitor) : [], isSeldom: true as const },
  ].filter(({ acts }) => acts.length > 0)
