use crate::operations::process::Home;

#[test]
fn the_health_command_reports_readiness() {
    let home = Home::new();
    let server = home.serve(&[]);
    let bind = server.address.strip_prefix("http://").unwrap().to_owned();
    let ready = home.run(&["health", "--bind", &bind]);
    assert_eq!((ready.status.code(), ready.stderr.len()), (Some(0), 0), "{ready:?}");
    let (_, port) = bind.rsplit_once(':').unwrap();
    let inside = home.command(&["health"]).env("POSTUP_BIND", format!("0.0.0.0:{port}")).output();
    assert!(inside.unwrap().status.success(), "the address of a container's server");

    drop(server);
    let gone = home.run(&["health", "--bind", &bind]);
    assert_eq!(gone.status.code(), Some(1));
    let said = String::from_utf8(gone.stderr).unwrap();
    assert!(said.contains("is not ready") && said.contains(&bind), "{said}");
}
