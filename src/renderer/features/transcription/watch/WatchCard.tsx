import { FolderSearch } from 'lucide-react'
import type { WatchedFolder } from '../../../../shared/watched-folder.ts'
import { Button } from '../../../components/Button.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { Note } from '../../../components/Note.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { AutomaticDialog } from './AutomaticDialog.tsx'
import { folderName } from './folder-name.ts'
import { WaitingFiles } from './WaitingFiles.tsx'
import classes from './WatchCard.module.css'
import { WatchPathDialog } from './WatchPathDialog.tsx'
import { chooseFolder, endWatch, noteMissed } from './watch-actions.ts'
import { useWatch } from './watch-store.ts'

/** The watched folder with its waiting recordings, and its dialogs. */
export function WatchCard() {
  const { folder, dialog } = useWatch()
  const close = () => useWatch.setState({ dialog: null })
  return (
    <>
      {folder ? <Card folder={folder} /> : null}
      {dialog === 'path' ? <WatchPathDialog onClose={close} /> : null}
      {dialog === 'automatic' && folder ? <AutomaticDialog folder={folder} onClose={close} /> : null}
    </>
  )
}

/** A button that chooses the first folder; nothing once there is one. */
export function WatchButton() {
  const { t } = useTranslation()
  const folder = useWatch((state) => state.folder)
  if (folder !== null) return null
  return (
    <Button kind="link" className={classes.begin} onClick={() => void chooseFolder()}>
      {t('transcription.watch.choose')}
    </Button>
  )
}

function Card({ folder }: { folder: WatchedFolder }) {
  const { t } = useTranslation()
  const name = folderName(folder.path)
  return (
    <section className={classes.card} aria-label={t('transcription.watch.label')}>
      <div className={classes.top}>
        <FolderSearch size={15} strokeWidth={1.75} aria-hidden="true" />
        <b className={classes.name} title={folder.path}>
          <Line text={name} />
        </b>
        <MoreMenu words={t('transcription.watch.actions')} size="small">
          <MenuItem onPress={() => useWatch.setState({ dialog: 'automatic' })}>
            {t('transcription.watch.automatic')}
          </MenuItem>
          <MenuItem onPress={() => void chooseFolder()}>{t('transcription.watch.another')}</MenuItem>
          <MenuItem onPress={() => void endWatch()}>{t('transcription.watch.end')}</MenuItem>
        </MoreMenu>
      </div>
      <p className={classes.state} role="status">
        <StateWords folder={folder} />
      </p>
      {folder.missed === 0 ? null : (
        <Note tone="quiet" onDismiss={() => void noteMissed()}>
          {t('transcription.watch.missed', { count: folder.missed, name })}
        </Note>
      )}
      {folder.held === 0 ? null : (
        <p className={classes.state}>{t('transcription.watch.held', { count: folder.held })}</p>
      )}
      {folder.waiting.length === 0 ? null : <WaitingFiles folder={folder} />}
    </section>
  )
}

function StateWords({ folder: { automatic, isCut, isHere, spentNano } }: { folder: WatchedFolder }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (isHere === null) return t('transcription.watch.looking')
  if (!isHere) return t('transcription.watch.gone')
  if (isCut) return t('transcription.watch.cut')
  if (automatic === null) return t('transcription.watch.waits')
  const { budget } = automatic
  return t('transcription.watch.sends', {
    spent: moneyWords(language, { ...budget, nano: spentNano }),
    budget: moneyWords(language, budget),
  })
}
