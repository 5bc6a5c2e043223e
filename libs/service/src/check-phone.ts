import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { AppError } from './errors.ts'

/** Throws `phone-required` and `phone-country` for a number (E.164) to which no text messages go. */
export function checkPhone(phone: string | undefined, countries: string[]): void {
  const number = phone === undefined ? undefined : parsePhoneNumberFromString(phone)
  // A number that reads as another one, such as with a second country code, would be texted as it stands.
  if (!number?.isValid() || number.number !== phone)
    throw new AppError('phone-required', 'Please enter a valid phone number for SMS alerts.')
  if (!number.country || !countries.includes(number.country))
    throw new AppError('phone-country', 'SMS alerts do not go to numbers of this country')
}
