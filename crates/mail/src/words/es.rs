use super::{Parts, Security, Words};

pub(super) const WORDS: Words = Words {
    greeting: "Hola, {name}:",
    reason: "Recibes este mensaje porque esta dirección pertenece a una cuenta de {site} o se indicó para una.",
    confirm: Parts {
        subject: "Confirma tu dirección de correo para {site}",
        body: "Esta dirección se indicó para la cuenta {name}. Confírmala para que {site} pueda escribirte aquí. El enlace sirve durante 24 horas y una sola vez.",
        button: "Confirmar dirección",
        note: "Si no fuiste tú, ignora este mensaje: sin el enlace no pasa nada.",
    },
    replaced: Parts {
        subject: "Tu dirección de correo en {site} ha cambiado",
        body: "La cuenta {name} tiene ahora otra dirección de correo. Los mensajes de {site} llegan allí y ya no aquí.",
        button: "Revisar la cuenta",
        note: "Si no fuiste tú, otra persona puede entrar en tu cuenta: inicia sesión, cambia la contraseña y vuelve a indicar tu dirección.",
    },
    removed: Parts {
        subject: "Tu dirección de correo en {site} se ha quitado",
        body: "La cuenta {name} ya no tiene dirección de correo. Aquí no llegarán más mensajes de {site}.",
        button: "Revisar la cuenta",
        note: "Si no fuiste tú, otra persona puede entrar en tu cuenta: inicia sesión, cambia la contraseña y vuelve a indicar tu dirección.",
    },
    reset: Parts {
        subject: "Elige una contraseña nueva para {site}",
        body: "Alguien, esperamos que tú, pidió una contraseña nueva para la cuenta {name}. El enlace sirve durante una hora y una sola vez. Cierra todas las sesiones; el segundo paso sigue activo.",
        button: "Elegir contraseña nueva",
        note: "Si no fuiste tú, ignora este mensaje: tu contraseña no cambia.",
    },
    security: Security {
        password_changed: "Tu contraseña en {site} ha cambiado",
        recovery_codes_renewed: "Tus códigos de recuperación en {site} se han sustituido",
        second_step_added: "El inicio de sesión en dos pasos en {site} está activado",
        second_step_removed: "El inicio de sesión en dos pasos en {site} está desactivado",
        passkey_added: "Se añadió una llave de acceso a tu cuenta de {site}",
        passkey_removed: "Se quitó una llave de acceso de tu cuenta de {site}",
        identity_linked: "Se conectó un inicio de sesión a tu cuenta de {site}",
        identity_removed: "Se quitó un inicio de sesión de tu cuenta de {site}",
        body: "Ocurrió en la cuenta {name} el {time}.",
        button: "Revisar la cuenta",
        note: "Si fuiste tú, no tienes que hacer nada. Si no, cambia la contraseña y cierra las demás sesiones; si ya no puedes entrar, elige allí «¿Olvidaste tu contraseña?».",
    },
    unread: Parts {
        subject: "Novedades para ti en {site}",
        body: "Esto llegó mientras no estabas.",
        button: "Ver todas las notificaciones",
        note: "Elegiste estos correos en tus ajustes de notificaciones.",
    },
    popular: "Populares en tus foros favoritos",
    unsubscribe: "Cancelar la suscripción",
    unsubscribe_question: "¿No recibir más correos sobre notificaciones?",
    unsubscribed: "Ya no recibirás correos sobre notificaciones",
    unsubscribe_effect: "Los correos sobre tu contraseña y tu inicio de sesión seguirán llegando. Puedes volver a elegir los correos en tus ajustes de notificaciones.",
};
