/**
 * Columns that hold what people type, and what becomes of their words. `erasedBy` is called by the service's erasure of an account, `exportedAs`
 * is a list of its data export. `gate` is what the words pass before another person reads them.
 */
type Kept = { erasedBy: string; exportedAs: string; gate: [file: string, text: string] | string }
/** Words that stay after an erasure, and why. */
type Stays = { stays: string }

const namesIn = (text: string) => new Set(text.trim().split(/\s+/))

const LETTERS_ALONE = 'read by its owner and the desk alone; in no letter to another person'

const application: Kept = {
  erasedBy: 'deleteApplications',
  exportedAs: 'affiliateApplications',
  gate: 'read by admins alone; in no letter (affiliate-decisions.test.ts)',
}
const request: Kept = {
  erasedBy: 'deleteRequestsOf',
  exportedAs: 'itemRequests',
  gate: ['services/rankings/src/use-cases/request-change.ts', 'maskProfanity'],
}
const name: Kept = {
  erasedBy: 'deleteNames',
  exportedAs: 'displayNames',
  gate: ['services/rankings/src/domain/signature.ts', 'maskProfanity'],
}
const comment: Kept = {
  erasedBy: 'deleteRatingsOf',
  exportedAs: 'ratings',
  gate: ['services/rankings/src/use-cases/save-rating.ts', 'maskProfanity'],
}
const item: Stays = { stays: 'a moderator published it for all, masked; who suggested it is taken out' }
const providerBody: Kept = {
  erasedBy: 'deleteProviderEventsNaming',
  exportedAs: 'providerEvents',
  gate: 'only the command of a text is read from it',
}

export const WORDS: Record<string, Kept | Stays> = {
  'billing.affiliate_applications.full_name': application,
  'billing.affiliate_applications.phone': application,
  'billing.affiliate_applications.instagram_handle': application,
  'billing.affiliate_applications.tiktok_handle': application,
  'billing.affiliate_applications.youtube_channel': application,
  'billing.affiliate_applications.twitter_handle': application,
  'billing.affiliate_applications.content_niche': application,
  'billing.affiliate_applications.why_join': application,
  'billing.provider_events.body': { stays: 'of Stripe: payments without words of people, purged after days' },
  'identity.users.user_metadata': { erasedBy: 'deleteUser', exportedAs: 'account', gate: LETTERS_ALONE },
  'identity.sign_ups.user_metadata': {
    stays: 'until the sign-up is confirmed or runs out; a deletion ends it',
  },
  'identity.factors.friendly_name': {
    erasedBy: 'deleteUser',
    exportedAs: 'secondFactors',
    gate: LETTERS_ALONE,
  },
  'notifier.push_devices.name': {
    erasedBy: 'deleteDevicesOf',
    exportedAs: 'devices',
    gate: 'not in the letter about a new device, which the holder of a link can cause (devices.test.ts)',
  },
  'notifier.webhook_endpoints.url': {
    erasedBy: 'deleteEndpointsOf',
    exportedAs: 'webhookEndpoints',
    gate: 'not in the letter about a new webhook; of one that was turned off the host alone, to its owner',
  },
  'notifier.deliveries.content': {
    erasedBy: 'deleteDeliveries',
    exportedAs: 'deliveries',
    gate: ['libs/contracts/src/letter.ts', 'refine'],
  },
  'notifier.deliveries.subject': {
    erasedBy: 'deleteDeliveries',
    exportedAs: 'deliveries',
    gate: ['libs/contracts/src/letter.ts', 'refine'],
  },
  'notifier.waiting_letters.content': {
    erasedBy: 'deleteAccounts',
    exportedAs: 'waitingLetters',
    gate: ['libs/contracts/src/letter.ts', 'refine'],
  },
  'notifier.provider_events.body': providerBody,
  'notifier.newsletter_issues.subject': { stays: 'of the operator, for all subscribers' },
  'notifier.newsletter_issues.markdown': { stays: 'of the operator, for all subscribers' },
  'rankings.display_names.name': name,
  'rankings.display_names.taken_name': name,
  'rankings.item_requests.name': request,
  'rankings.item_requests.description': request,
  'rankings.item_requests.old_name': request,
  'rankings.item_requests.old_description': request,
  'rankings.items.name': item,
  'rankings.items.folded_name': item,
  'rankings.items.description': item,
  'rankings.ratings.comment': comment,
  'rankings.review_reports.comment': comment,
}

/** In every service: a reason of staff, which keeps no address and no number, and facts on their way, which are purged in hours. */
export const EVERYWHERE = ['admin_actions.reason', 'outbox.value', 'outbox.headers', 'outbox.rejection']

/** Columns of ids, hashes, addresses, numbers, and values of ours or of a provider, by their names. Erasure of addresses and numbers is tested with the person's traces. */
export const NO_WORDS = namesIn(`
  id code token key address email number phone endpoint secret reference address_hash email_hash
  number_hash token_hash code_hash link_hash endpoint_hash auth_code_hash proposal_hash tab_key_hash
  password_hash address_hashes email_hashes address_key key_id public_key private_key p256dh auth
  code_challenge traceparent code_challenge_method redirect_to url event_id provider_id session_id
  payment_intent invoice_id customer_id subscription_id refund_id subject_id retry_of asked_from
  consent_from consent_version version promo_code invited_email new_email queued_to action topic kind
  type role roles job rate provider channel source product status state raw_status outcome scope cause list
  purpose assurance methods decision rejection discount span meal time timezone slug disney_slug
  revoked_for refund_state refund_reason owed_reason owed_state ended_reason reason primary_platform
  queue_kind held_kind told_kind currency max_currency cabin_class home_airport destination_park
  airport airports airline start_time preferred_time quiet_from quiet_until watches before after
  alerts claim tables times steps forecast down_spells seconds queues reopened_at
`)

/** Names of the feed, and texts that a service makes of what is known. */
export const OURS = namesIn(`
  parks.name rides.name attractions.name places.name destinations.name restaurants.name
  parks.destination_name restaurant_alerts.restaurant_name table_tellings.restaurant_name
  delivery_alerts.park_name delivery_alerts.ride_name delivery_alerts.message items.feed_name
  sessions.device deliveries.last_error webhook_messages.last_error webhook_messages.payload
  webhook_endpoints.disabled_reason
`)

/** Fields of requests that take free text, as `service.field`, with the columns that keep it. */
export const WORD_FIELDS: Record<string, string[]> = {
  'billing.fullName': ['billing.affiliate_applications.full_name'],
  'billing.instagramHandle': ['billing.affiliate_applications.instagram_handle'],
  'billing.tiktokHandle': ['billing.affiliate_applications.tiktok_handle'],
  'billing.youtubeChannel': ['billing.affiliate_applications.youtube_channel'],
  'billing.twitterHandle': ['billing.affiliate_applications.twitter_handle'],
  'billing.contentNiche': ['billing.affiliate_applications.content_niche'],
  'billing.whyJoin': ['billing.affiliate_applications.why_join'],
  'notifier.name': ['notifier.push_devices.name'],
  'notifier.url': ['notifier.webhook_endpoints.url'],
  'notifier.subject': ['notifier.newsletter_issues.subject'],
  'notifier.markdown': ['notifier.newsletter_issues.markdown'],
  'rankings.name': [
    'rankings.item_requests.name',
    'rankings.items.name',
    'rankings.display_names.taken_name',
  ],
  'rankings.description': ['rankings.item_requests.description', 'rankings.items.description'],
  'rankings.comment': ['rankings.ratings.comment', 'rankings.review_reports.comment'],
  'identity.data': ['identity.users.user_metadata', 'identity.sign_ups.user_metadata'],
  'identity.friendly_name': ['identity.factors.friendly_name'],
}

/** Fields that take an address, a number, a secret or a value of ours; `reason` is of staff, and `text` is what the desk looks for. */
export const FIELDS_WITHOUT_WORDS = namesIn(`
  email invitedEmail address phone number password current_password nonce code token token_hash tabKey saleKey
  promoCode receipt endpoint oldEndpoint reason text id from until start end startTime p256dh auth
  homeAirport airport code_challenge issuer currency
`)
