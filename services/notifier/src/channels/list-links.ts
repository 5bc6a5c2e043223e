import { mailList, type MailList } from '@walkon/contracts/values'
import { createSealedTokens, type SealedAddress, type SealedTokens } from '@walkon/service/sealed-tokens'

/** A mail may be opened long after; leaving must still work then. */
const UNSUBSCRIBE_LINK_DAYS = 365

/** The address and the list whose mails a link ends, and when its mail was written. */
export type ListLink = SealedAddress & { list: MailList }

export type ListLinks = {
  /** The token of a link that ends one list for one address. */
  seal(list: MailList, email: string, now: Date): Promise<string>
  /** Null for a token that is forged, expired or meant for something else. */
  open(token: string, now: Date): Promise<ListLink | null>
}

/** Each list has a key of its own, so that the link of one ends no other. Links of mails from before there were lists are the ride alerts'. */
export function createListLinks(keys: Uint8Array[]): ListLinks {
  const tokens: Record<MailList, SealedTokens> = {
    'ride-alerts': createSealedTokens('unsubscribe', keys),
    newsletter: createSealedTokens('unsubscribe.newsletter', keys),
    flights: createSealedTokens('unsubscribe.flights', keys),
    restaurants: createSealedTokens('unsubscribe.restaurants', keys),
    'lightning-lane': createSealedTokens('unsubscribe.lightning-lane', keys),
  }
  return {
    seal: (list, email, now) =>
      tokens[list].seal(email, { expiresInSeconds: UNSUBSCRIBE_LINK_DAYS * 86_400, now }),
    async open(token, now) {
      for (const list of mailList.options) {
        const address = await tokens[list].open(token, now)
        if (address) return { ...address, list }
      }
      return null
    },
  }
}
