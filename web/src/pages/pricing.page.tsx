import { Anchor, Button, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { type Plan, plans } from '../features/organizations/plans.ts';
import { IconCheck } from '../ui/icons/first-icons.ts';
import { PublicLayout } from '../ui/page/public-layout.tsx';
import classes from './pricing.module.css';

export function PricingPage() {
  return (
    <PublicLayout shape="wide">
      <header className={`centered measure ${classes.header}`}>
        <Title order={1}>Add your organization</Title>
        <Text size="lg" c="dimmed">
          Kinbridge is open source and runs on a server of your own. There is no license fee and no paid edition: the
          three plans are three ways to use the same software. You pay for what you run it on, and for the texts that
          your provider sends.
        </Text>
      </header>
      <ul className={`list gap-md grid ${classes.plans}`}>
        {plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </ul>
      <Text size="md" c="dimmed" ta="center" mt={24}>
        Your organization is here already?{' '}
        <Anchor component={Link} to="/signup">
          Join your organization
        </Anchor>
      </Text>
    </PublicLayout>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  return (
    <li className={`card column sheet ${classes.plan}`}>
      <Title order={2}>{plan.name}</Title>
      <Text c="dimmed" size="md" className={`min-h-44 ${classes.for}`}>
        {plan.for}
      </Text>
      <ul className={classes.includes}>
        {plan.includes.map((item) => (
          <li className="gap-10 flex" key={item}>
            <IconCheck className="mt-2 fixed link" aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
      <Button component={Link} to="/add-organization" size="md" variant="light" fullWidth>
        Start with {plan.name}
      </Button>
    </li>
  );
}
