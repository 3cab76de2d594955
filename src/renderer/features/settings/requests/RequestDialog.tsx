import type { GatewayRequestSummary } from '../../../../shared/gateway-request.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { clockTime } from '../../../components/requests/request-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'

// the same chunk as the details, so that the view is not in the initial scripts
const RequestView = lazyComponent(
  async () => (await import('../../../components/requests/DetailsPane.tsx')).RequestView,
)

interface RequestDialogProps {
  readonly request: GatewayRequestSummary | null
  readonly onClose: () => void
}

/** One request with everything sent and received; null shows nothing. */
export function RequestDialog({ request, onClose }: RequestDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const title = request === null ? '' : t('requests.title', { time: clockTime(language, request.at) })
  return (
    <Dialog opened={request !== null} onClose={onClose} size="wide" title={title}>
      {request === null ? null : <RequestView id={request.id} />}
    </Dialog>
  )
}
