import { Link, useLocation, useNavigate } from 'react-router-dom'
import { MailRequest } from '../features/auth/mail-request.tsx'
import { useTitle } from '../lib/use-title.ts'
import { AuthCard } from './auth-card.tsx'
import { PageHead } from './page-head.tsx'

export function ForgotPasswordPage() {
  useTitle('Forgotten password | Walkon')
  const location = useLocation()
  const navigate = useNavigate()
  return (
    <div className="page pb-24">
      <PageHead title="Forgotten password" lede="We send you a link with which you choose a new one." />
      <AuthCard>
        <MailRequest kind="recovery" onVerified={() => navigate('/auth/reset', { state: location.state })} />
      </AuthCard>
      <p className="pt-2">
        <Link to="/auth" state={location.state} className="text-link">
          Back to login
        </Link>
      </p>
    </div>
  )
}
