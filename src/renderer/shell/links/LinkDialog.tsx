import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../components/dialog/DialogFoot.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { passFiles } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { ConnectQuestion } from './ConnectQuestion.tsx'
import classes from './LinkDialog.module.css'
import { LinkField } from './LinkField.tsx'
import { closeQuestion, type LinkQuestion, useLinks } from './links-store.ts'

/** Maximum number of names of files that are listed. */
const namesMax = 5

/**
 * A question about links and files from outside; nothing happens before the user agrees. `onUsed` is called when one
 * was used.
 */
export function LinkDialog({ onUsed }: { readonly onUsed: () => void }) {
  const { t } = useTranslation()
  const question = useLinks((state) => state.questions[0] ?? null)
  return (
    <Dialog opened={question !== null} onClose={closeQuestion} title={question === null ? '' : titleOf(question, t)}>
      {question === null ? null : (
        <Focused key={question.id}>
          <Question question={question} onUsed={onUsed} />
        </Focused>
      )}
    </Dialog>
  )
}

/** A wrapper that focuses the right element first, even if one question follows another in the open dialog. */
function Focused({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = place.current?.querySelector('[data-autofocus]')
    if (first instanceof HTMLElement) first.focus()
  }, [])
  return <div ref={place}>{children}</div>
}

function titleOf(question: LinkQuestion, t: TFunction): string {
  switch (question.kind) {
    case 'ask':
      return t('links.askTitle')
    case 'connect':
      return t('links.addTitle')
    case 'refused':
      return t('links.refusedTitle')
    case 'missing':
      return question.isInBin ? t('links.binTitle') : t('links.missingTitle')
    case 'files':
      return t('links.filesTitle', { count: question.files.length })
    default:
      return question satisfies never
  }
}

function Question({ question, onUsed }: { readonly question: LinkQuestion; readonly onUsed: () => void }) {
  const { t } = useTranslation()
  switch (question.kind) {
    case 'ask':
      return <LinkField onOpened={onUsed} />
    case 'connect':
      return <ConnectQuestion offer={question.offer} onAdded={onUsed} />
    case 'refused':
      return (
        <Told>
          {t(`links.problems.${question.problem}`)}
          <br />
          {t('links.nothingDone')}
        </Told>
      )
    case 'missing':
      return <Told>{question.isInBin ? t('links.binText') : t('links.missingText')}</Told>
    case 'files': {
      const { files } = question
      const more = files.length - namesMax
      return (
        <>
          <ul className={classes.files}>
            {files.slice(0, namesMax).map(({ name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              <li key={index}>{name}</li>
            ))}
            {more > 0 ? <li>{t('links.filesMore', { count: more })}</li> : null}
          </ul>
          <p className={dialog.text}>{t('links.filesText')}</p>
          <DialogFoot onCancel={closeQuestion} cancelFocused>
            <Button
              kind="primary"
              onClick={() => {
                closeQuestion()
                passFiles(files)
              }}
            >
              {t('links.transcribe')}
            </Button>
          </DialogFoot>
        </>
      )
    }
    default:
      return question satisfies never
  }
}

function Told({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={dialog.text}>{children}</p>
      <DialogFoot>
        <Button kind="primary" onClick={closeQuestion} data-autofocus>
          {t('app.close')}
        </Button>
      </DialogFoot>
    </>
  )
}
