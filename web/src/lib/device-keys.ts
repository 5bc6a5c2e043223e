import { readDeviceValue, writeDeviceValue } from './device-store.ts'
import { readTabValue, removeTabValue, writeTabValue } from './tab-store.ts'

/**
 * Everything that the app keeps on a device, and what ends it (decisions, section 5). `person`: it names a person, and ends with logging
 * out, with signing in under another address and with the account; an expired session ends nothing. `nobody`: it stays.
 * `test/setup.ts` fails each test after which a key is kept that is not here.
 */
export const DEVICE_KEYS: Record<string, { store: 'tab' | 'device'; of: 'person' | 'nobody' }> = {
  // Keys of links in mails, and the confirmation by one.
  'walkon.manage-token': { store: 'tab', of: 'person' },
  'walkon.confirm-token': { store: 'tab', of: 'person' },
  'walkon.account-token': { store: 'tab', of: 'person' },
  'walkon.flights-token': { store: 'tab', of: 'person' },
  'walkon.confirm-flight-token': { store: 'tab', of: 'person' },
  'walkon.connect-lane-token': { store: 'tab', of: 'person' },
  'walkon.free-table-token': { store: 'tab', of: 'person' },
  'walkon.history-cleared': { store: 'tab', of: 'person' },
  'walkon.confirmed': { store: 'tab', of: 'person' },
  // The key of the tab that paid, and its entries.
  'walkon-tab-key': { store: 'tab', of: 'person' },
  'walkon.order': { store: 'tab', of: 'person' },
  'walkon-unsaved-rides': { store: 'tab', of: 'person' },
  'walkon.plan-opened-from': { store: 'tab', of: 'person' },
  email: { store: 'device', of: 'person' },
  selectedRideIds: { store: 'device', of: 'person' },
  'walkon.ride-draft': { store: 'device', of: 'person' },
  'walkon.cleared-parks': { store: 'device', of: 'person' },
  'walkon.favourite-rides': { store: 'device', of: 'person' },
  alertStartDate: { store: 'device', of: 'person' },
  alertStartTime: { store: 'device', of: 'person' },
  isAlertsActive: { store: 'device', of: 'person' },
  'walkon-newsletter': { store: 'device', of: 'person' },
  'walkon.gate-key': { store: 'device', of: 'person' },
  // Ticks that were not sent yet: of each account, the beginning of the key.
  'walkon.checklist.': { store: 'device', of: 'person' },
  // The owner of the kept things, in the tab too: the id of the account that signed in last.
  'walkon.person': { store: 'device', of: 'person' },
  // Keys of the session, which ends by itself.
  'walkon.signed-in': { store: 'device', of: 'nobody' },
  'walkon.left': { store: 'device', of: 'nobody' },
  theme: { store: 'device', of: 'nobody' },
  alertPark: { store: 'device', of: 'nobody' },
}

const PERSON = 'walkon.person'
/** Changes when a visitor logs out, so that the other tabs forget too (`features/auth/auth.ts`). */
const LEFT = 'walkon.left'

type Store = 'tab' | 'device'

const read = (store: Store) => (store === 'tab' ? readTabValue(PERSON) : readDeviceValue(PERSON))
const write = (store: Store, id: string) =>
  store === 'tab' ? writeTabValue(PERSON, id) : writeDeviceValue(PERSON, id)

/**
 * Ends the things that another account left on the device; those made signed out go to the first account of the tab. Returns true for the
 * first.
 */
export function beginPerson(id: string): boolean {
  const isFirst = read('tab') === null
  for (const store of ['tab', 'device'] as const) {
    const before = read(store)
    if (before !== null && before !== id) forgetIn(store)
    write(store, id)
  }
  return isFirst
}

/** Logging out, or the end of the account: nothing that names the person stays, here or in another tab. */
export function endPerson(): void {
  forgetTab()
  forgetIn('device')
  writeDeviceValue(LEFT, String(Date.now()))
}

/** Another tab has logged out. */
export const forgetTab = () => forgetIn('tab')

function forgetIn(store: Store): void {
  const remove = store === 'tab' ? removeTabValue : (key: string) => writeDeviceValue(key, null)
  remove(PERSON)
  for (const [key, kept] of Object.entries(DEVICE_KEYS)) {
    if (kept.store !== store || kept.of !== 'person') continue
    for (const name of key.endsWith('.') ? namesFrom(key) : [key]) remove(name)
  }
}

function namesFrom(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(beginning))
  } catch {
    return []
  }
}
