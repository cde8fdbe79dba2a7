import { useState } from "react";
import { Button } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { Head, Screen } from "../../ui/Screen";
import { ContactList } from "./ContactList";
import { PeopleSearch } from "./PeopleSearch";

export function MessagesScreen() {
  const [choosing, setChoosing] = useState(false);
  return (
    <Screen>
      <Head>
        <Heading>Messages</Heading>
        <Button look="main" onClick={() => setChoosing(!choosing)}>
          {choosing ? "Back To Messages" : "Send New Message"}
        </Button>
      </Head>
      {choosing ? <PeopleSearch /> : <ContactList />}
    </Screen>
  );
}
