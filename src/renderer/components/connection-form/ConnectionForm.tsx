import type { Connection, TestReport } from '../../../shared/connection.ts'
import { type PastedOffer, readPasted } from '../../../shared/links/pasted-offer.ts'
import { useApp } from '../../platform/app-store.ts'
import { lacksEncryption } from '../../platform/errors/error-title.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { DialogFoot } from '../dialog/DialogFoot.tsx'
import dialog from '../dialog/dialog.module.css'
import { Form } from '../forms/Form.tsx'
import { TextField } from '../forms/TextField.tsx'
import layout from '../layout.module.css'
import classes from './ConnectionForm.module.css'
import { OfferWarnings } from './OfferWarnings.tsx'
import { OptionFields } from './OptionFields.tsx'
import { TestReportLine } from './TestReportLine.tsx'
import { canBeKept, hostOf, useConnectionForm } from './use-connection-form.ts'

interface ConnectionFormProps {
  /** The connection to edit; null creates a new one. */
  readonly connection: Connection | null
  /** Focuses the key field, because the key is wrong. */
  readonly focusKey?: boolean
  /** Called when it is saved: its test succeeded, or the user saves it despite the failure. */
  readonly onDone: (connection: Connection, report: TestReport) => void
  readonly onCancel?: () => void
}

/** Form for name, address and key of a gateway. The page never receives a stored key. */
export function ConnectionForm({ connection, focusKey = false, onDone, onCancel }: ConnectionFormProps) {
  const { t } = useTranslation()
  const keychain = useApp((state) => state.connections.keychain)
  const form = useConnectionForm(connection, t('connection.nameDefault'))
  const { fields, outcome, running, asking } = form

  const finish = (result: Awaited<ReturnType<typeof form.start>>) => {
    if (result !== null && result.saved !== null) onDone(result.saved, result.report)
  }
  const connect = async () => finish(await form.start('connect'))
  const kept = connection !== null && connection.key.kept !== 'none'

  return (
    <Form
      className={classes.form}
      noValidate
      onPaste={(event) => {
        const read = readPasted(event.clipboardData.getData('text/plain'))
        if (read === null) return
        event.preventDefault()
        form.fill(read)
      }}
      onSend={() => void connect()}
    >
      <TextField
        label={t('connection.name')}
        placeholder={t('connection.namePlaceholder')}
        value={fields.name}
        maxLength={80}
        onText={(name) => form.change({ name })}
      />
      <TextField
        label={t('connection.address')}
        placeholder={t('connection.addressPlaceholder')}
        value={fields.baseUrl}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="off"
        onText={(baseUrl) => form.change({ baseUrl })}
      />
      <TextField
        type="password"
        label={t('connection.key')}
        autoFocus={focusKey}
        placeholder={t('connection.keyPlaceholder')}
        value={fields.key}
        spellCheck={false}
        description={kept ? (form.moved ? t('connection.keyMoved') : t('connection.keyKept')) : undefined}
        onText={(key) => form.change({ key })}
      />
      <PastedNote pasted={form.pasted} />
      {keychain.available ? null : <p className={layout.quiet}>{t('connection.noKeychain')}</p>}
      <OptionFields value={fields} onChange={form.change} />
      {outcome === null ? null : (
        <TestReportLine
          report={outcome.report}
          where="form"
          lead={t('connection.reportNotSaved')}
          onRetry={() => void connect()}
        >
          {outcome.report.outcome === 'failed' && lacksEncryption(outcome.report.error) ? (
            <Button size="small" onClick={async () => finish(await form.withHttp())}>
              {t('connection.useHttp')}
            </Button>
          ) : null}
        </TestReportLine>
      )}
      <Button kind="primary" size="wide" type="submit" disabled={running !== null}>
        {running === 'connect'
          ? t('connection.connecting')
          : connection === null
            ? t('connection.connect')
            : t('app.save')}
      </Button>
      <div className={classes.others}>
        <Button disabled={running !== null} onClick={() => void form.start('test')}>
          {running === 'test' ? t('connection.testing') : t('connection.test')}
        </Button>
        {outcome !== null && canBeKept(outcome.report) ? (
          <Button disabled={running !== null} onClick={async () => finish(await form.keep(outcome.report))}>
            {t('connection.keepAnyway')}
          </Button>
        ) : null}
        {onCancel === undefined ? null : <Button onClick={onCancel}>{t('app.cancel')}</Button>}
      </div>
      <InsecureDialog
        address={asking === null ? null : fields.baseUrl}
        onAgree={async () => {
          if (asking !== null) finish(await form.agree(asking))
        }}
        onHttps={form.withHttps}
        onClose={form.refuse}
      />
    </Form>
  )
}

/**
 * A note on what was recognised in a pasted text, or why it was refused. Before a paste, it says that pasting works.
 */
function PastedNote({ pasted }: { readonly pasted: PastedOffer | null }) {
  const { t } = useTranslation()
  if (pasted === null) return <p className={layout.quiet}>{t('links.pasteHint')}</p>
  if (!pasted.ok)
    return (
      <p className={layout.quiet} role="alert">
        {t('links.refusedTitle')}: {t(`links.problems.${pasted.problem}`)}
      </p>
    )
  return (
    <div className={layout.quiet} role="alert">
      <p>{t('links.filled', { host: new URL(pasted.offer.address).host })}</p>
      <OfferWarnings offer={pasted.offer} />
    </div>
  )
}

interface InsecureDialogProps {
  readonly address: string | null
  readonly onAgree: () => void
  readonly onHttps: () => void
  readonly onClose: () => void
}

/** Asks before key and messages are sent unencrypted; the first button is the safe choice. */
function InsecureDialog({ address, onAgree, onHttps, onClose }: InsecureDialogProps) {
  const { t } = useTranslation()
  const host = address === null ? '' : hostOf(address)
  return (
    <Dialog opened={address !== null} onClose={onClose} title={t('connection.insecureTitle')}>
      <p className={dialog.text}>{t('connection.insecureText', { host })}</p>
      <DialogFoot>
        <Button kind="danger" onClick={onAgree}>
          {t('connection.insecureConfirm')}
        </Button>
        <Button kind="primary" onClick={onHttps} data-autofocus>
          {t('connection.insecureHttps')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
