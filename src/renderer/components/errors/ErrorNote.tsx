import type { ReactNode } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { call } from '../../platform/bridge/client.ts'
import { errorTitle } from '../../platform/errors/error-title.ts'
import { gatewaySentence } from '../../platform/errors/gateway-sentence.ts'
import { type ErrorPlace, errorDetails, type NextStep, nextStep } from '../../platform/errors/next-step.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { showConnection, showSettings } from '../../platform/navigation.ts'
import { Button } from '../Button.tsx'
import { swallowRepeat } from '../forms/swallow-repeat.ts'
import { Note } from '../Note.tsx'
import { CopyButton } from '../words/CopyButton.tsx'
import { copyText } from '../words/clipboard.ts'
import { sentences } from '../words/sentences.ts'
import classes from './ErrorNote.module.css'
import { TechnicalDetails } from './TechnicalDetails.tsx'

type Handlers = Partial<Record<NextStep, () => void>>

const everywhere: Handlers = {
  openConnections: () => showSettings('connections'),
  chooseFolder: () => showSettings('storage'),
  openDataFolder: () => void call('app.openDataFolder', {}),
  reload: () => window.location.reload(),
}

interface ErrorNoteProps {
  readonly error: AppError
  readonly place: ErrorPlace
  /** Actions of the next steps in this context. Steps that mean the same everywhere need none. */
  readonly on?: Handlers
  /** The failed action, if the context does not show it. */
  readonly lead?: ReactNode
  /** The connection concerned; the note's action opens it. */
  readonly connectionId?: string | null
  /** Link of a paid result that could not be stored. */
  readonly link?: string | null
  /** Words for the error, if the usual ones do not fit here. */
  readonly title?: string
  readonly onDismiss?: () => void
  /** Further buttons next to the note's own. */
  readonly children?: ReactNode
  /** Content that belongs to the error, shown below its words within the note. */
  readonly below?: ReactNode
}

/** An error in words, with one next step and folded technical details. */
export function ErrorNote(props: ErrorNoteProps) {
  const { below, children, connectionId, error, lead, link, on = {}, onDismiss, place, title } = props
  const { t } = useTranslation()
  const next = nextStep(error, place)
  const own: Handlers = {
    ...(connectionId == null ? {} : { openConnections: () => showConnection(connectionId) }),
    ...(link == null ? {} : { copyLink: () => void copyText(link) }),
  }
  const run = next === null ? undefined : (on[next.step] ?? own[next.step] ?? everywhere[next.step])
  return (
    <Note
      onDismiss={onDismiss}
      steps={
        <>
          {next !== null && run !== undefined ? (
            <Button
              size="small"
              onClick={(event) => {
                // the note may disappear, and a second click must not hit the control that replaces it
                swallowRepeat(event)
                run()
              }}
            >
              {next.usual === null ? t(`steps.${next.step}`) : t(`errors.${next.usual}.next`)}
            </Button>
          ) : null}
          {children}
        </>
      }
      below={
        <>
          {below}
          <TechnicalDetails text={errorDetails(error)} />
        </>
      }
    >
      {lead === undefined ? null : <p>{lead}</p>}
      <p>{title ?? errorTitle(t, error)}</p>
      <GatewaySays error={error} />
      {link == null ? null : <ResultLink link={link} />}
    </Note>
  )
}

/** The gateway's own message, shown next to Atelier's text; nothing if it sent none. */
export function GatewaySays({ error }: { error: AppError | null }) {
  const { t } = useTranslation()
  const sentence = error === null ? null : gatewaySentence(error)
  if (sentence === null) return null
  return (
    <p className={classes.says} data-gateway-says>
      {sentences(t, t('app.gatewaySays'), '')}
      <q dir="auto">{sentence}</q>
    </p>
  )
}

/** Shown part of a link; a copy has all of it. */
const shownMax = 160

/** Link of a paid result that Atelier could not store, to be opened elsewhere. Atelier never loads it. */
export function ResultLink({ link }: { link: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.link}>
      <p>{t('app.resultLink')}</p>
      <div className={classes.row}>
        <code dir="ltr">{link.length > shownMax ? `${link.slice(0, shownMax)}…` : link}</code>
        <CopyButton text={() => link} label={t('steps.copyLink')} />
      </div>
    </div>
  )
}
