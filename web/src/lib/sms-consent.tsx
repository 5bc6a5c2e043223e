import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { Link } from '../ui/link.tsx'

/** The consent of a visitor who chooses texts, to the letter, and what comes first. It stands above the button. */
export function SmsConsent() {
  return (
    <div className="grid gap-2 text-14">
      <p>
        <b>We ask your phone first.</b> Answer YES to our text. Until then, your alerts come to your email
        address.
      </p>
      <p className="text-ink-2">{SMS_CONSENT.text}</p>
      <p className="text-ink-2">
        See our <Link to="/terms">terms</Link> and <Link to="/privacy">privacy</Link>.
      </p>
    </div>
  )
}
