import { SmsConsent } from '../../lib/sms-consent.tsx'
import { PhoneField } from './phone-field.tsx'

/** What an order of texts adds to the form. It is loaded as one, so that no number is asked for without the words of its consent. */
export const smsParts = { PhoneField, SmsConsent }
