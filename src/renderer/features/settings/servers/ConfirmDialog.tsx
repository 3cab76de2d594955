import type { McpServer } from '../../../../shared/mcp.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './ServersPage.module.css'
import { visibleText } from './server-words.ts'

interface ConfirmDialogProps {
  /** The server whose command waits; null closes the dialog. */
  readonly server: McpServer | null
  readonly onConfirm: (server: McpServer) => void
  readonly onClose: () => void
}

/** A dialog with the exact command, before it starts for the first time, and again after a change. */
export function ConfirmDialog({ server, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={server !== null}
      onClose={onClose}
      size="large"
      title={t('servers.confirmTitle', { name: server?.name ?? '' })}
    >
      {server === null ? null : (
        <>
          <p className={dialog.text}>{t('servers.confirmText')}</p>
          <dl className={classes.command}>
            <dt>{t('servers.command')}</dt>
            <dd>
              <code>{visibleText(server.command)}</code>
            </dd>
            {server.arguments.length === 0 ? null : (
              <>
                <dt>{t('servers.arguments')}</dt>
                {server.arguments.map((argument, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: they are distinguished only by their order
                  <dd key={at}>
                    <code>{argument === '' ? '""' : visibleText(argument)}</code>
                  </dd>
                ))}
              </>
            )}
            {server.environmentNames.length === 0 ? null : (
              <>
                <dt>{t('servers.environment')}</dt>
                <dd>
                  <code>{visibleText(server.environmentNames.join(', '))}</code>
                </dd>
              </>
            )}
          </dl>
          <DialogFoot onCancel={onClose} cancelFocused>
            <Button kind="primary" onClick={() => onConfirm(server)}>
              {t('servers.confirm')}
            </Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  )
}
