import { SmsConsent } from '../../lib/sms-consent.tsx'
import { PhoneField } from './phone-field.tsx'

/** The form's parts for an order of texts. They are loaded as one, so that no number is asked for without the words of its consent. */
export const smsParts = { PhoneField, SmsConsent }
