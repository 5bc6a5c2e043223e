import type { PostmarkAddresses } from './postmark-addresses.ts'

/** A mailbox by SMTP keeps no list of addresses that it does not write to: suppressions of an address are here alone. */
export const NO_LISTS: PostmarkAddresses = {
  findBounce: async () => null,
  list: async () => [],
  release: async () => true,
}
