import type { ServiceType } from '@kinbridge/contract/services/service-type';
import type { Icon } from '../../../ui/icons/create-icon.ts';
import { IconSpeakerphone } from '../../../ui/icons/icons.ts';
import {
  IconBowlSpoon,
  IconBriefcase,
  IconBus,
  IconCoin,
  IconDots,
  IconFriends,
  IconHeartHandshake,
  IconHome,
  IconLanguage,
  IconMoodSmile,
  IconScale,
  IconSchool,
  IconStethoscope,
  IconUsersGroup,
} from '../../../ui/icons/later-icons.ts';

export const serviceTypeIcons: Record<ServiceType, Icon> = {
  CIVIC_ENGAGEMENT: IconSpeakerphone,
  ECONOMIC: IconCoin,
  EDUCATION: IconSchool,
  EMPLOYMENT: IconBriefcase,
  FAMILY: IconHeartHandshake,
  FOOD: IconBowlSpoon,
  HOUSING: IconHome,
  LEGAL: IconScale,
  MEDICAL: IconStethoscope,
  MENTAL_HEALTH: IconMoodSmile,
  OTHER: IconDots,
  SOCIAL: IconUsersGroup,
  TRANSLATION: IconLanguage,
  TRANSPORTATION: IconBus,
  VOLUNTEER: IconFriends,
};
