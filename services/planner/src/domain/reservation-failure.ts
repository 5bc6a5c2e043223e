import { ProviderFailure } from '@walkon/service/provider-failure'

/** Why the provider of reservations gave no answer that counts: it has no such restaurant, or a reason of every provider. */
export class ReservationFailure extends ProviderFailure<'unknown-restaurant'> {}
