import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { foldWord, knownVideoWords, type VideoMeaning, videoMeanings } from '../../../shared/video-words.ts'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { appState, saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import settings from './SettingsPanel.module.css'
import classes from './VideosPage.module.css'

function keepWord(word: string, meaning: VideoMeaning | null): void {
  const { [word]: _before, ...others } = appState().settings.videoWordOf
  void saveSettings({ videoWordOf: meaning === null ? others : { ...others, [word]: meaning } })
}

/** Meanings of status words: the user's own first, then the known ones. */
export function WordTable() {
  const { t } = useTranslation()
  const words = useApp((state) => state.settings.videoWordOf)
  const rows = Object.entries(words).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return (
    <section aria-label={t('settings.videoWords')}>
      <h3 className={settings.subheading}>{t('settings.videoWords')}</h3>
      <p className={settings.aside}>{t('settings.videoWordsHint')}</p>
      {rows.length === 0 ? <p className={settings.aside}>{t('settings.videoWordsNone')}</p> : null}
      <ul className={`${classes.table} ${classes.words}`}>
        {rows.map(([word, meaning]) => (
          <li key={word}>
            <code className={classes.name}>{word}</code>
            <MeaningSelect
              label={t('settings.videoWordOf', { word })}
              value={meaning}
              onChoose={(chosen) => keepWord(word, chosen)}
            />
            <IconButton
              icon={X}
              words={t('settings.videoWordRemove', { word })}
              iconSize={15}
              size="small"
              onClick={() => keepWord(word, null)}
            />
          </li>
        ))}
      </ul>
      <NewWord />
      <details className={classes.known}>
        <summary>{t('settings.videoWordsKnown')}</summary>
        <dl>
          {videoMeanings.map((meaning) => (
            <div key={meaning}>
              <dt>{t(`videos.meaning.${meaning}`)}</dt>
              <dd>
                {knownVideoWords
                  .filter(([, means]) => means === meaning)
                  .map(([word]) => (
                    <code key={word}>{word}</code>
                  ))}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

interface MeaningSelectProps {
  readonly label: string
  readonly value: VideoMeaning
  readonly onChoose: (meaning: VideoMeaning) => void
}

function MeaningSelect({ label, value, onChoose }: MeaningSelectProps) {
  const { t } = useTranslation()
  return (
    <span className={classes.choice}>
      <select
        className={classes.select}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = videoMeanings.find((meaning) => meaning === event.currentTarget.value)
          if (chosen !== undefined) onChoose(chosen)
        }}
      >
        {videoMeanings.map((meaning) => (
          <option key={meaning} value={meaning}>
            {t(`videos.meaning.${meaning}`)}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </span>
  )
}

function NewWord() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [meaning, setMeaning] = useState<VideoMeaning>('processing')
  const word = foldWord(text)
  return (
    <Form
      className={`${classes.adder} ${classes.words}`}
      onSend={() => {
        if (word === '') return
        keepWord(word, meaning)
        setText('')
      }}
    >
      <input
        autoComplete="off"
        className={classes.field}
        aria-label={t('settings.videoWord')}
        placeholder={t('settings.videoWord')}
        maxLength={100}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <MeaningSelect label={t('settings.videoWordMeaning')} value={meaning} onChoose={setMeaning} />
      <Button size="small" type="submit" disabled={word === ''}>
        {t('settings.videoWordAdd')}
      </Button>
    </Form>
  )
}
