import { Link } from 'react-router-dom'

/** What a visitor who orders SMS alerts agrees to, and where the alerts go until there are texts. It stands above the button. */
export function SmsConsent() {
  return (
    <div className="grid gap-2 text-14">
      <p>
        <b>Text messages start soon.</b> Until then, we send these alerts and their confirmation to your email
        address.
      </p>
      <p className="text-ink-2">
        By ordering you agree to get automated ride alerts from Walkon as text messages at this number, as
        often as your rides get short on the days you chose. Message and data rates may apply. Reply STOP to
        end them, HELP for help. See our <Link to="/terms">terms</Link> and <Link to="/privacy">privacy</Link>
        .
      </p>
    </div>
  )
}
