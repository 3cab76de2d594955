import { Checkbox, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { fileBytesMax } from '../../../../shared/attached-file-limits.ts'
import { folded } from '../../../../shared/folded-text.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { sizeWords } from '../../../components/words/figure-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import {
  attachPicked,
  closeFolder,
  folderField,
  type ListedFile,
  listedMax,
  roomLeft,
  takeFolder,
  useFolderPick,
} from '../actions/folder-pick.ts'
import classes from './Files.module.css'

/** A dialog to pick the files of a folder that are attached to the message. */
export function FolderPicker() {
  const { t } = useTranslation()
  const pick = useFolderPick((state) => state.pick)
  return (
    <>
      <input
        ref={folderField}
        type="file"
        hidden
        onChange={(event) => {
          takeFolder([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <Dialog opened={pick !== null} onClose={closeFolder} size="large" title={lineText(pick?.name ?? '')}>
        {pick === null ? null : pick.isLooking ? (
          <p aria-live="polite">{t('files.folder.looking')}</p>
        ) : pick.files.length === 0 ? (
          <p>{t('files.folder.none')}</p>
        ) : (
          <Choice files={pick.files} />
        )}
        {pick === null || pick.unreadable === 0 ? null : (
          <p className={classes.about}>{t('files.folder.unreadable', { count: pick.unreadable })}</p>
        )}
        {pick?.cut === true ? <p className={classes.about}>{t('files.folder.cut', { count: listedMax })}</p> : null}
      </Dialog>
    </>
  )
}

function Choice({ files }: { files: readonly ListedFile[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const room = roomLeft()
  const filter = useRef<HTMLInputElement>(null)
  // for a dialog that opened before there was a list; otherwise the dialog's own focus comes later
  useEffect(() => filter.current?.focus(), [])
  const wanted = folded(query).trim()
  const shown = files.filter(({ file, place }) => folded(`${place}/${file.name}`).includes(wanted))
  const fitting = shown.filter(({ file }) => file.size <= fileBytesMax)
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  return (
    <Form isReady={chosen.size > 0} onSend={() => attachPicked(files.filter(({ key }) => chosen.has(key)))}>
      <TextInput
        aria-label={t('files.folder.filter')}
        placeholder={t('files.folder.filter')}
        autoComplete="off"
        spellCheck={false}
        ref={filter}
        data-autofocus
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        // Enter in the filter does not decide what is attached
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <fieldset className={classes.listed} aria-label={t('files.folder.list')}>
        {shown.length === 0 ? <p className={classes.about}>{t('files.folder.noMatch')}</p> : null}
        {shown.map(({ file, key, place }) => {
          const isTooLarge = file.size > fileBytesMax
          const facts = [place, sizeWords(language, file.size), isTooLarge ? t('files.folder.tooLarge') : '']
          return (
            <Checkbox
              key={key}
              checked={chosen.has(key)}
              disabled={isTooLarge || (!chosen.has(key) && chosen.size >= room)}
              onChange={() => toggle(key)}
              label={lineText(file.name)}
              description={lineText(facts.filter((fact) => fact !== '').join(' · '))}
            />
          )
        })}
      </fieldset>
      <p className={classes.about} aria-live="polite">
        {t('files.folder.chosen', { count: chosen.size, room })}
      </p>
      <DialogFoot>
        <Button
          onClick={() => setChosen(chosen.size > 0 ? new Set() : new Set(fitting.slice(0, room).map(({ key }) => key)))}
        >
          {chosen.size > 0 ? t('files.folder.chooseNone') : t('files.folder.chooseAll')}
        </Button>
        <Button onClick={closeFolder}>{t('app.cancel')}</Button>
        <Button kind="primary" type="submit" disabled={chosen.size === 0}>
          {chosen.size === 0 ? t('files.folder.attachNone') : t('files.folder.attach', { count: chosen.size })}
        </Button>
      </DialogFoot>
    </Form>
  )
}
