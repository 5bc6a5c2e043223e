import { useLocation, useNavigate } from 'react-router-dom'
import { MailRequest } from '../features/auth/mail-request.tsx'
import { Link } from '../ui/link.tsx'
import { AuthCard } from './auth-card.tsx'
import { PageHead } from './page-head.tsx'

export function ForgotPasswordPage() {
  const location = useLocation()
  const navigate = useNavigate()
  return (
    <div className="page pb-24">
      <PageHead lede="We’ll email you a link to set a new one." />
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
