import type { EmailWay, TextWay, WayList } from '@walkon/contracts/http/ways'
import type { MailList } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { listSuppressions } from '../../db/suppressions/suppressions.ts'
import { listNumbers, listTests, type TestRow } from '../../db/texts/ways.ts'
import { standingAgainst } from '../../domain/suppression-scope.ts'
import { maskAddress, maskNumber } from '@walkon/contracts/mask'
import { takesLetters, toEmailState, toNumberState, toShownReason } from '../../domain/way.ts'

/** Lists the visitor's ways for alerts, and if alerts arrive there. */
export async function listWays(db: Database, email: string): Promise<WayList> {
  const addressHash = hashAddress(email)
  const [suppressions, numbers, tests] = await Promise.all([
    listSuppressions(db, 'email', addressHash),
    listNumbers(db, addressHash),
    listTests(db, email),
  ])
  const standing = standingAgainst('ride-alerts', suppressions)
  const testOf = (hash: string) => toTest(tests.find((test) => test.addressHash === hash))
  const tested = numbers.find((number) => toNumberState(number) === 'confirmed')
  return {
    email: {
      channel: 'email',
      address: maskAddress(email),
      state: toEmailState(standing),
      takesLetters: takesLetters(standing),
      lastTest: testOf(addressHash),
    },
    numbers: numbers.map((row) => ({
      channel: 'sms',
      number: maskNumber(row.number),
      state: toNumberState(row),
      isTested: row === tested,
      lastTest: testOf(row.numberHash),
    })),
  }
}

/**
 * Finds the only number of this visitor. Null if there are several: the one that an order named is not known, and the key of a tab would
 * tell of the others.
 */
export async function findTextWay(db: Database, email: string): Promise<TextWay | null> {
  const [only, ...more] = await listNumbers(db, hashAddress(email))
  return only && more.length === 0 ? { number: maskNumber(only.number), state: toNumberState(only) } : null
}

/** Returns `ok` if mails of a list go to the address, else why not. */
export async function findListStanding(
  db: Database,
  email: string,
  list: MailList,
): Promise<EmailWay['state']> {
  return toEmailState(standingAgainst(list, await listSuppressions(db, 'email', hashAddress(email))))
}

const toTest = (test: TestRow | undefined) =>
  test
    ? {
        state: test.state,
        reason: toShownReason(test.state, test.reason),
        requestedAt: new Date(test.requestedAt).toISOString(),
      }
    : null
