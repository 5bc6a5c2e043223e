import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Why text messages cannot be sold for this number (E.164); null where they can. */
export function decidePhone(
  phone: string | undefined,
  countries: string[],
): 'phone-required' | 'phone-country' | null {
  const number = phone === undefined ? undefined : parsePhoneNumberFromString(phone)
  if (!number?.isValid()) return 'phone-required'
  return number.country && countries.includes(number.country) ? null : 'phone-country'
}
