import { ProviderFailure } from '@walkon/service/provider-failure'

/**
 * Why the provider gave no fares, beside the reasons of every provider.
 * - `unknown-origin`, `unknown-destination`: it knows no place with this code.
 * - `busy`: it was not asked, because more searches wait than our rate allows.
 */
export type FareFailureKind = 'unknown-origin' | 'unknown-destination' | 'busy'

export class FareFailure extends ProviderFailure<FareFailureKind> {}
