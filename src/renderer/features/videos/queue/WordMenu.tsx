import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { videoMeanings } from '../../../../shared/video-words.ts'
import buttons from '../../../components/buttons.module.css'
import { explainWord } from '../job-actions.ts'
import classes from './JobStateLine.module.css'

/** Lets the person say what a status word means that nobody here knows. */
export function WordMenu({ jobId, word, tab }: { jobId: string; word: string; tab: number }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={`${buttons.link} ${classes.ask}`} tabIndex={tab}>
          {t('videos.wordMeaning')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('videos.wordMenu', { word: word.slice(0, 40) })}</Menu.Label>
        {videoMeanings.map((meaning) => (
          <Menu.Item key={meaning} onClick={() => void explainWord(jobId, word, meaning)}>
            {t(`videos.meaning.${meaning}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
