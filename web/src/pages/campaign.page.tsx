import { useParams } from 'react-router';
import { CampaignNotFound, CampaignProgress } from '../features/mass-messaging/campaign-progress.tsx';

export function CampaignPage() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,14}$/.test(id) ? <CampaignProgress key={id} id={Number(id)} /> : <CampaignNotFound />;
}
